import { scimBase, scimPageSize, scimUrns } from '@packhouse/contract/access/access-scim-routes.ts';
import type { Json } from './scim-patch.ts';

const specification = 'https://www.rfc-editor.org/rfc/rfc7644';

/** https://www.rfc-editor.org/rfc/rfc7643#section-5 */
export function serviceProviderConfig(base: string): Json {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: specification,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimPageSize },
    changePassword: { supported: true },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Access token',
        description: 'An access token of an administrator, as a bearer token',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}${scimBase}/ServiceProviderConfig` },
  };
}

/** https://www.rfc-editor.org/rfc/rfc7643#section-6 */
export function resourceTypes(base: string): Json[] {
  return (['User', 'Group'] as const).map((name) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name === 'User' ? 'Who signs in' : 'Users that share permissions',
    schema: name === 'User' ? scimUrns.user : scimUrns.group,
    meta: { resourceType: 'ResourceType', location: `${base}${scimBase}/ResourceTypes/${name}` },
  }));
}

interface Attribute {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable' | 'writeOnly';
  returned?: 'default' | 'never' | 'always';
  uniqueness?: 'none' | 'server';
  subAttributes?: Json[];
}

function attribute(name: string, description: string, differences: Attribute = {}): Json {
  return {
    name,
    description,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...differences,
  };
}

const readOnly = { mutability: 'readOnly' } as const;

const userAttributes = [
  attribute('userName', 'The name to sign in with; it stays the same for ever', { required: true, mutability: 'immutable', uniqueness: 'server' }),
  attribute('name', 'The parts of the name of the person', {
    type: 'complex',
    subAttributes: [attribute('formatted', 'The whole name'), attribute('givenName', 'The given name'), attribute('familyName', 'The family name')],
  }),
  attribute('displayName', 'The name to show'),
  attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
  attribute('password', 'A new password; without one the user signs in elsewhere', { mutability: 'writeOnly', returned: 'never' }),
  attribute('emails', 'Of several addresses the primary one is kept', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address'),
      attribute('type', 'Always "work"'),
      attribute('primary', 'Whether it is the primary one', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups of the user', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'The id of the group', { caseExact: true, ...readOnly }),
      attribute('$ref', 'The address of the group', { type: 'reference', caseExact: true, ...readOnly }),
      attribute('display', 'The name of the group', readOnly),
      attribute('type', 'Always "direct"', readOnly),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'The users in the group', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'The address of the user', { type: 'reference', caseExact: true, ...readOnly }),
      attribute('display', 'The name of the user', readOnly),
      attribute('type', 'Always "User"', { mutability: 'immutable' }),
    ],
  }),
];

/** https://www.rfc-editor.org/rfc/rfc7643#section-7 */
export function schemas(base: string): Json[] {
  const described = [
    { id: scimUrns.user, name: 'User', description: 'User Account', attributes: userAttributes },
    { id: scimUrns.group, name: 'Group', description: 'Group', attributes: groupAttributes },
  ];
  return described.map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}${scimBase}/Schemas/${schema.id}` },
  }));
}
