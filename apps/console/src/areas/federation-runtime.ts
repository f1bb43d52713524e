import { createInstance } from '@module-federation/runtime-tools/runtime';
import * as runtimeCore from '@module-federation/runtime-tools/runtime-core';
import * as consoleKit from '@packhouse/console-kit/console-kit.ts';
import * as router from '@packhouse/console-kit/router.ts';
import * as formatCards from '@packhouse/formats/cards.ts';
import * as core from '@packhouse/ui/core.ts';
import * as query from '@tanstack/react-query';
import * as react from 'react';
import * as jsx from 'react/jsx-runtime';
import * as dom from 'react-dom';
import * as zod from 'zod';

// Areas are built without the runtime and take this one. https://module-federation.io/configure/experiments.html
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore, _FEDERATION_RUNTIME_CORE_FROM: { name: 'packhouse_shell', version: '1' } });

const common = { version: '1.0.0', shareConfig: { singleton: true, requiredVersion: false as const } };
const here = (module: object) => ({ ...common, lib: () => module });
const later = (load: () => Promise<object>) => ({
  ...common,
  get: async () => {
    const module = await load();
    return () => module;
  },
});

/** Every area is given this, under the names that tools/console/federation.ts has areas ask for. */
const host = createInstance({
  name: 'packhouse_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: here(react),
    'react/jsx-runtime': here(jsx),
    'react-dom': here(dom),
    '@packhouse/console-kit/router.ts': here(router),
    '@packhouse/console-kit/console-kit.ts': here(consoleKit),
    '@packhouse/formats/cards.ts': here(formatCards),
    '@packhouse/console-kit/lists.ts': later(() => import('@packhouse/console-kit/lists.ts')),
    '@packhouse/console-kit/forms.ts': later(() => import('@packhouse/console-kit/forms.ts')),
    '@packhouse/console-kit/charts.ts': later(() => import('@packhouse/console-kit/charts.ts')),
    '@packhouse/ui/core.ts': here(core),
    '@packhouse/ui/table/data.ts': later(() => import('@packhouse/ui/table/data.ts')),
    '@packhouse/ui/form/form.ts': later(() => import('@packhouse/ui/form/form.ts')),
    '@tanstack/react-query': here(query),
    zod: here(zod),
  },
});

export const registerRemotes = host.registerRemotes.bind(host);
export const loadRemote = host.loadRemote.bind(host);
