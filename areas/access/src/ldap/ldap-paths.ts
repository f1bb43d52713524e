export const ldapPath = '/admin/security/ldap';
export const newServerPath = `${ldapPath}/servers/new`;
export const serverPath = (key: string) => `${ldapPath}/servers/${encodeURIComponent(key)}/edit`;
export const newGroupSettingPath = `${ldapPath}/groups/new`;
export const groupSettingPath = (key: string) => `${ldapPath}/groups/${encodeURIComponent(key)}/edit`;
export const importPath = (key: string) => `${ldapPath}/groups/${encodeURIComponent(key)}/import`;
