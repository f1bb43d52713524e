import { containerProtocol, namedContainerProtocol, packageProtocol, storedFile } from '@packhouse/contract/repositories/protocol-routes.ts';
import { formats } from '@packhouse/formats/formats.ts';

/** Names of the routes by which clients move content. */
export const contentRoutes: ReadonlySet<string> = new Set([
  storedFile.name,
  containerProtocol.name,
  namedContainerProtocol.name,
  ...formats.flatMap(({ apiName, apiAliases = [] }) => [...(apiName === undefined ? [] : [apiName]), ...apiAliases].map((name) => packageProtocol(name).name)),
]);
