import { defineConfig } from 'vite';

// Only this variable of the environment reaches the page: GIVEAWAYS_KEY and GIVEAWAYS_TOKEN are secrets.
export default defineConfig({ envPrefix: 'GIVEAWAYS_URL' });
