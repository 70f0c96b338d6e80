/** The operations and types of the REST interfaces, from the published document. The paths are from the repository's folder. */
export default {
  input: './schema/openapi.yaml',
  output: { path: 'clients/typescript/src/generated', tsConfigPath: 'off', importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
