import type { Page } from '../../site/page.ts';
import { activityPage } from './activity.tsx';
import { deleteDraftPage } from './drafts/delete-draft.tsx';
import { membersPage } from './members/members.tsx';
import { draftsPage } from './drafts/drafts.tsx';
import { followPage } from './followed/follow.tsx';
import { followedPage } from './followed/followed.tsx';
import { revokeKeyPage, rotateKeyPage } from './keys/change-key.tsx';
import { endOthersPage, endSessionPage } from './end-session.tsx';
import { editKeyPage } from './keys/edit-key.tsx';
import { keysPage } from './keys/keys.tsx';
import { editListingPage, newListingPage } from './listing-form.tsx';
import { listingsPage } from './listings/listings.tsx';
import { newKeyPage } from './keys/new-key.tsx';
import { removePasskeyPage, renamePasskeyPage } from './passkeys/change-passkey.tsx';
import { passkeysPage } from './passkeys/passkeys.tsx';
import { domainPage } from './publisher/domain.tsx';
import { objectPage } from './publisher/object.tsx';
import { profilePage } from './publisher/profile.tsx';
import { sessionsPage } from './sessions.tsx';
import { accessPage, codePage, signInPage, signOutPage } from './sign-in.tsx';
import { withdrawPage } from './withdraw.tsx';

/** The pages behind the sign-in. */
export const ACCESS_PAGES: readonly Page[] = [
  accessPage,
  signInPage,
  codePage,
  signOutPage,
  keysPage,
  newKeyPage,
  editKeyPage,
  rotateKeyPage,
  revokeKeyPage,
  listingsPage,
  newListingPage,
  editListingPage,
  draftsPage,
  deleteDraftPage,
  withdrawPage,
  objectPage,
  profilePage,
  domainPage,
  membersPage,
  followedPage,
  followPage,
  passkeysPage,
  renamePasskeyPage,
  removePasskeyPage,
  sessionsPage,
  endSessionPage,
  endOthersPage,
  activityPage,
];
