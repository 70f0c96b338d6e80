import { getConstructionPlans } from 'pg-boss';

/** The statements that create the tables of jobs in a database that has none. */
export const CREATE_JOB_TABLES: string = getConstructionPlans();
