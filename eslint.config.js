import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** src/config.ts reads the environment once, checks it and hands it out; everything else gets what it needs passed in. */
const environment = 'Only src/config.ts reads the environment: take what you need as an argument.';

export default defineConfig(
  globalIgnores([
    'src/db/generated/',
    'test/contract/generated/',
    'web/generated/',
    'openapi/client/generated/',
    'models/',
    'training/',
    'build/',
    '**/dist/',
    'coverage/',
    '.cache/',
    '.verify/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/strict-boolean-expressions': ['error', { allowNullableBoolean: true, allowString: true }],
      // A number in a text is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `.catch(() => {})` says that nothing follows.
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions'] }],
      // An adapter is async because its port is, whether or not it has something to wait for.
      '@typescript-eslint/require-await': 'off',
      // Types of records are interfaces or aliases as reads best; zod gives aliases.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      // `while (true)` and `for (;;)` say what they mean.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-else-return': 'error',
      'no-param-reassign': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'workers/**/*.ts'],
    ignores: ['src/commands/**', 'src/embedded/**'],
    // Logs go through the logger, which hides personal data.
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.ts'],
    ignores: [
      'src/config.ts',
      'src/embedded/prisma-cli.ts',
      'prisma.config.ts',
      'vitest.config.ts',
      'test/**',
      'bench/**',
    ],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environment }],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:process', importNames: ['env', 'default'], message: environment }] },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a constant tuple and its union type.' },
      ],
    },
  },
  {
    files: ['web/*/src/**/*.{ts,tsx}', 'web/shared/**/*.ts'],
    rules: {
      // `onClick={async …}` and `() => void work()` are how handlers of screens read.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // What is handed around is made of closures, not of classes.
      '@typescript-eslint/unbound-method': 'off',
      // A text or nothing: `0` and `''` never reach a screen this way.
      '@typescript-eslint/strict-boolean-expressions': [
        'error',
        { allowNullableBoolean: true, allowNullableObject: true, allowString: true, allowNullableString: true },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // `expect(service.method)` and fakes read methods without calling them.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
