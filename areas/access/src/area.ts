import { area } from '@packhouse/console-kit/console-kit.ts';
import { applicationScreens } from './applications/applications-screens.ts';
import { auditScreens } from './audit/audit-screens.ts';
import { crowdScreens } from './crowd/crowd-screens.ts';
import { generalScreens } from './general/general-screens.ts';
import { groupScreens } from './groups/groups-screens.ts';
import { headerSsoScreens } from './header-sso/header-sso-screens.ts';
import { ldapScreens } from './ldap/ldap-screens.ts';
import { licenceScreens } from './licences/licences-screens.ts';
import { mailScreens } from './mail/mail-screens.ts';
import { manifest } from './manifest.ts';
import { oauthScreens } from './oauth/oauth-screens.ts';
import { permissionScreens } from './permissions/permissions-screens.ts';
import { projectScreens } from './projects/projects-screens.ts';
import { samlScreens } from './saml/saml-screens.ts';
import { settingScreens } from './settings/settings-screens.ts';
import { exchangeScreens } from './token-exchange/token-exchange-screens.ts';
import { tokenScreens } from './tokens/tokens-screens.ts';
import { userScreens } from './users/users-screens.ts';

export default area({
  ...manifest,
  routes: [
    ...userScreens,
    ...groupScreens,
    ...permissionScreens,
    ...projectScreens,
    ...licenceScreens,
    ...tokenScreens,
    ...applicationScreens,
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
