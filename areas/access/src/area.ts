import { area } from '@packhouse/console-kit/console-kit.ts';
import { auditScreens } from './audit/routes.ts';
import { crowdScreens } from './crowd/routes.ts';
import { generalScreens } from './general/routes.ts';
import { groupScreens } from './groups/routes.ts';
import { headerSsoScreens } from './header-sso/routes.ts';
import { integrationScreens } from './integrations/routes.ts';
import { ldapScreens } from './ldap/routes.ts';
import { licenceScreens } from './licences/routes.ts';
import { mailScreens } from './mail/routes.ts';
import { manifest } from './manifest.ts';
import { oauthScreens } from './oauth/routes.ts';
import { permissionScreens } from './permissions/routes.ts';
import { projectScreens } from './projects/routes.ts';
import { samlScreens } from './saml/routes.ts';
import { settingScreens } from './settings/routes.ts';
import { exchangeScreens } from './token-exchange/routes.ts';
import { tokenScreens } from './tokens/routes.ts';
import { userScreens } from './users/routes.ts';

export default area({
  ...manifest,
  routes: [
    ...userScreens,
    ...groupScreens,
    ...permissionScreens,
    ...projectScreens,
    ...licenceScreens,
    ...tokenScreens,
    ...integrationScreens,
    ...generalScreens,
    ...settingScreens,
    ...oauthScreens,
    ...samlScreens,
    ...exchangeScreens,
    ...mailScreens,
    ...ldapScreens,
    ...crowdScreens,
    ...headerSsoScreens,
    ...auditScreens,
  ],
});
