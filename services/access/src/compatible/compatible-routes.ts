import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { clientLoginRoutes } from './client-login-routes.ts';
import { encryptedPasswordRoutes } from './encrypted-password-routes.ts';
import { securityGroupRoutes } from './security-group-routes.ts';
import { securityPermissionRoutes } from './security-permission-routes.ts';
import { securityTokenRoutes } from './security-token-routes.ts';
import { securityUpkeepRoutes } from './security-upkeep-routes.ts';
import { securityUserRoutes } from './security-user-routes.ts';
import { wireGroupRoutes } from './wire-group-routes.ts';
import { wireLdapRoutes } from './wire-ldap-routes.ts';
import { wirePermissionRoutes } from './wire-permission-routes.ts';
import { wireProjectRoutes } from './wire-project-routes.ts';
import { wireRoleRoutes } from './wire-role-routes.ts';
import { wireSignOnRoutes } from './wire-sign-on-routes.ts';
import { wireStageRoutes } from './wire-stage-routes.ts';
import { wireUserRoutes } from './wire-user-routes.ts';

const form = 'application/x-www-form-urlencoded';
/** Clients name their own media types for JSON. */
const vendorJson = /^application\/vnd\.org\.jfrog\.[\w.+-]+$/;

/** The calls of existing clients, whose bodies may be forms. */
export function compatibleRoutes(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))));
    // Some clients announce JSON and send nothing.
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null) : parseJson(request, String(body), done),
    );
    scope.addContentTypeParser(vendorJson, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    securityTokenRoutes(scope, context);
    apiKeyRoutes(scope, context);
    encryptedPasswordRoutes(scope, context);
    clientLoginRoutes(scope, context);
    securityUserRoutes(scope, context);
    securityUpkeepRoutes(scope, context);
    securityGroupRoutes(scope, context);
    securityPermissionRoutes(scope, context);
    wireUserRoutes(scope, context);
    wireGroupRoutes(scope, context);
    wirePermissionRoutes(scope, context);
    wireProjectRoutes(scope, context);
    wireRoleRoutes(scope, context);
    wireStageRoutes(scope, context);
    wireLdapRoutes(scope, context);
    wireSignOnRoutes(scope, context);
  });
}
