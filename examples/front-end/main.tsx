import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DrawsView } from './draws.tsx';
import { FeedView } from './feed.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <h1>Giveaways</h1>
    <FeedView />
    <DrawsView />
  </StrictMode>,
);
