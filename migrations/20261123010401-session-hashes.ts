import { Migration } from '@mikro-orm/migrations';

/**
 * Replaces the tokens of sessions by their SHA-256 in base64url, so that a copy of the database opens no session. An instance of an
 * earlier release finds none of these sessions, and its own new ones end with it.
 */
export class SessionHashes20261123010401 extends Migration {
  override up(): void {
    this.addSql(
      `update session set token = translate(rtrim(encode(sha256(convert_to(token, 'UTF8')), 'base64'), '='), '+/', '-_')`,
    );
  }

  override down(): void {
    this.addSql('delete from session');
  }
}
