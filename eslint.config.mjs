import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'dist.next', 'dist.old', 'node_modules', 'coverage', '.data', 'bench/results'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      'no-restricted-syntax': [
        'error',
        { selector: "MemberExpression[object.name='process'][property.name='env']", message: 'Only src/config reads the environment.' },
        { selector: "CallExpression[callee.name='forwardRef']", message: 'No circles: publish a domain event instead.' },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes from the clock.' },
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'Time comes from the clock.' },
      ],
    },
  },
  {
    files: ['src/config/**/*.ts', 'src/clock/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
