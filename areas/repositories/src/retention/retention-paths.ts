export const policyListPath = '/admin/retention';
export const newPolicyPath = `${policyListPath}/new`;
export const editPolicyPath = (id: number) => `${policyListPath}/${id}`;
