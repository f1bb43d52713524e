export const applicationListPath = '/admin/configuration/integrations';
export const newApplicationPath = `${applicationListPath}/new`;
