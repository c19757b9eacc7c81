import tseslint from 'typescript-eslint'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'

const productionOnly = { ignores: ['**/*.test.{ts,tsx}', '**/*.data.ts'] }

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.cache/**', '**/generated-schema.ts', '**/*.cjs'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }],
      'max-depth': ['error', 4],
      complexity: ['error', 18],
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // An import of nothing but types that is written otherwise loads its module.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Borrowed habits of a codebase that reads well aloud, not bugs:
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['web/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['contract/src/**', 'client/src/**', 'server/src/{modules,platform}/**', 'web/src/**'],
    ignores: ['**/*.test.{ts,tsx}', '**/*.factory.ts'],
    plugins: { regexp },
    rules: {
      // A pattern whose time grows faster than its text lets one upload stop the server.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    ...productionOnly,
    files: ['web/src/**'],
    rules: {
      // The build leaves of a route only what callers use.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(params|query|body|reply)$/] > MemberExpression[object.name=/[rR]outes$/]',
          message: 'A route has no schemas in a browser: name the schema itself',
        },
      ],
    },
  },
  {
    // Types of a browser are there for the tests of pages, which are checked in the same program.
    files: ['server/src/**'],
    rules: { 'no-restricted-globals': ['error', 'window', 'document', 'navigator', 'location', 'localStorage'] },
  },
  { ...productionOnly, files: ['**/*.ts', '**/*.tsx'], rules: { 'max-lines': ['error', { max: 500 }] } },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.data.ts', '**/testing/**', 'e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  { files: ['tools/**', 'verification/**', 'server/src/*.ts'], rules: { 'no-console': 'off' } },
)
