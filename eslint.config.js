import js from '@eslint/js';
import globals from 'globals';

const browser = { ...globals.browser };
const shared = {
  WebAssembly: 'readonly',
  FinalizationRegistry: 'readonly',
  SharedArrayBuffer: 'readonly',
  WeakRef: 'readonly',
  Worker: 'readonly',
  atob: 'readonly',
  fetch: 'readonly',
  Response: 'readonly',
  URL: 'readonly',
};

export default [
  {
    ignores: ['node_modules', 'build', 'wasm/dist', 'js/types', 'js/dist', 'site', 'tests/output'],
  },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module', globals: shared },
    rules: {
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      'no-shadow': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['demo/**/*.js'], languageOptions: { globals: browser } },
  {
    files: ['tests/**/*.js', 'docs/**/*.js', 'wasm/*.mjs', '*.config.js', 'demo/*.config.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
