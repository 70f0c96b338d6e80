export default {
  gateway: {
    input: '../schema/openapi.yaml',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: 'http://localhost:4000',
    },
  },
};
