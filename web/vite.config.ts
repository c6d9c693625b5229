import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // Relative addresses: the site works from any sub-path of any static server.
  base: './',
  // The package by its name, as built into dist/.
  resolve: { alias: { tlkv: here('../dist/index.js') } },
  build: {
    target: 'es2022',
    // A data: URL would be refused by the page's Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
