import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The store that `npm run dev -w @storekeeper/console` passes requests on to. */
const STORE = 'http://127.0.0.1:3000';
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Beyond the start, all that Home and signing in need of what pages share: lists and other forms, eight times as large, stay out
 * of their way.
 */
const BASICS = [
  /[\\/]react-query[\\/]/,
  /[\\/]console[\\/]src[\\/]shared[\\/](?:format|api[\\/]use-money|ui[\\/](?:values|order-status|day-chart|figure|use-change))\b/,
  /[\\/](?:VisuallyHidden|Input|TextInput|Paper|MantineColorScheme|use-mantine-color-scheme)\b/,
];

export default defineConfig({
  root: folder('.'),
  base: '/console/',
  plugins: [react()],
  resolve: {
    // The source of the client: the console is built before, and without, its package.
    alias: { '@storekeeper/client': folder('../clients/typescript/src/index.ts') },
  },
  build: {
    outDir: folder('../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // A data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // Its chunks are known to the page that loads them; the polyfill is inline script.
    modulePreload: { polyfill: false },
    // The charts and the editor are above it, and are loaded at their first use.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: a browser asks for six at a time, and each waits for the store.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'basics', test: (file) => BASICS.some((one) => one.test(file)), minShareCount: 2, priority: 2 },
            { name: 'parts', minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/v1', '/oauth', '/health', '/console/session'].map((path) => [path, STORE])),
  },
});
