export const integrationListPath = '/admin/configuration/integrations';
export const newIntegrationPath = `${integrationListPath}/new`;
