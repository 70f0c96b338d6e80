import { TestEnvironment } from 'jest-environment-node';
import { createHash } from 'node:crypto';

/** What this process has compiled, by the hash of its bytes. */
const compiled = new Map();

/** Node's environment, in which each WebAssembly program is compiled once a process: every suite loads PostgreSQL's anew. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    const own = this.global.WebAssembly;
    const instantiate = own.instantiate.bind(own);
    own.instantiate = async (source, imports) => {
      if (!ArrayBuffer.isView(source)) return instantiate(source, imports);
      const hash = createHash('sha256').update(source).digest('hex');
      if (!compiled.has(hash)) compiled.set(hash, WebAssembly.compile(source));
      const module = await compiled.get(hash);
      // What asks whether it is a module means one of its own context.
      Object.setPrototypeOf(module, own.Module.prototype);
      return { module, instance: await instantiate(module, imports) };
    };
  }
}
