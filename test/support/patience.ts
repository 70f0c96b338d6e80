/** By how much all times of tests are multiplied, for machines that have other work to do. */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 1);
