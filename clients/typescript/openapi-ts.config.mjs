/** The operations and types of the REST interfaces, from the published document. */
export default {
  input: '../schema/openapi.yaml',
  output: { path: 'typescript/src/generated', tsConfigPath: 'off', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
