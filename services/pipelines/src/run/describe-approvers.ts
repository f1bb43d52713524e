/** Those who may approve, by name. */
export const describeApprovers = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) => [...groups, ...users].join(', ');
