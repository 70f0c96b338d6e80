import type { Page } from '../../site/page.ts';
import { activityPage } from './activity.tsx';
import { revokeKeyPage, rotateKeyPage } from './change-key.tsx';
import { endOthersPage, endSessionPage } from './end-session.tsx';
import { keysPage } from './keys.tsx';
import { editListingPage, newListingPage } from './listing-form.tsx';
import { listingsPage } from './listings.tsx';
import { newKeyPage } from './new-key.tsx';
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
  rotateKeyPage,
  revokeKeyPage,
  listingsPage,
  newListingPage,
  editListingPage,
  withdrawPage,
  objectPage,
  profilePage,
  domainPage,
  sessionsPage,
  endSessionPage,
  endOthersPage,
  activityPage,
];
