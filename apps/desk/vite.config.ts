import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    // `build.ts` reads it to weigh the screens.
    manifest: true,
    modulePreload: { polyfill: false },
    // `font-src 'self'` refuses data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A chunk of its own comes first: its style sheet has the order of the cascade layers.
            { name: 'tokens', test: /ui\/src\/tokens\//, priority: 1 },
            // Code that many screens share is one request, instead of one for each set of screens.
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
})
