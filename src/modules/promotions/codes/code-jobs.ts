/** Names of the jobs that work on pools of codes, as they stand in their rows. */
export const GENERATE_CODES = 'codes.generate';
export const IMPORT_CODES = 'codes.import';
export const REMOVE_CODES = 'codes.remove';

/** The jobs that add codes. */
export const ADDING_JOBS = [GENERATE_CODES, IMPORT_CODES] as const;
