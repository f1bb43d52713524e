export const runnerListPath = '/admin/configuration/runners';
export const secretListPath = `${runnerListPath}/secrets`;
