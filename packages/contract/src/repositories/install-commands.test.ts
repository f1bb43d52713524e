import { expect, it } from 'vitest';
import { fillCommand, installCommand, installCommands } from './install-commands.ts';

const types = ['alpine', 'cargo', 'chef', 'deb', 'rubygems', 'npm', 'nuget', 'opkg', 'pypi', 'rpm', 'bower', 'docker', 'go', 'puppet'];
const place = { host: 'packages.example.test', repo: 'docker' };
const both = (type: string) => [installCommand(type, { name: 'x', version: '1.0', ...place }), installCommand(type, { name: 'x', ...place })];

it('PKG-026 has a command for each of fourteen package types', () => expect([...installCommands.keys()]).toEqual(expect.arrayContaining(types)));

it('PKG-027 names name and version, or the name alone', () => {
  for (const type of types) {
    const [versioned, plain] = both(type);
    expect(versioned, type).toContain('1.0');
    expect(versioned, type).toContain('x');
    expect(plain, type).toContain('x');
    expect(plain, type).not.toContain('1.0');
  }
});

it('PKG-028 npm, bower, pypi and rubygems', () => {
  expect(both('npm')).toEqual(['npm install x@1.0', 'npm install x']);
  expect(both('bower')).toEqual(['bower install x#1.0', 'bower install x']);
  expect(both('pypi')).toEqual(['pip install x==1.0', 'pip install x']);
  expect(both('rubygems')).toEqual(['gem install x -v 1.0', 'gem install x']);
});

it('PKG-029 docker, go, nuget, cargo and chef', () => {
  expect(both('docker')).toEqual(['docker pull packages.example.test/docker/x:1.0', 'docker pull packages.example.test/docker/x:latest']);
  expect(both('go')).toEqual(['go get x@1.0', 'go get x']);
  expect(both('nuget')).toEqual(['nuget install x -Version 1.0', 'nuget install x']);
  expect(both('cargo')).toEqual(['cargo install x --version 1.0', 'cargo install x']);
  expect(both('chef')).toEqual(['knife supermarket install x 1.0', 'knife supermarket install x']);
});

it('PKG-030 alpine, deb, rpm, opkg and puppet', () => {
  expect(both('alpine')).toEqual(['apk add x=1.0', 'apk add x']);
  expect(both('deb')).toEqual(['apt-get install x=1.0', 'apt-get install x']);
  expect(both('rpm')).toEqual(['yum install x-1.0', 'yum install x']);
  expect(both('opkg')).toEqual(['opkg install x=1.0', 'opkg install x']);
  expect(both('puppet')).toEqual(['puppet module install x --version 1.0', 'puppet module install x']);
});

it('finds a format under its own id too, and has nothing for formats without a command', () => {
  expect(installCommand('debian', { name: 'curl' })).toBe('apt-get install curl');
  expect(installCommand('maven', { name: 'a:b' })).toBeUndefined();
});

it('gives no command that a shell would do something else with', () => {
  for (const name of ['x; rm -rf ~', '$(id)', 'x y', '--pre', 'x`id`', 'x&y']) expect(installCommand('npm', { name }), name).toBeUndefined();
  expect(installCommand('npm', { name: '@scope/x', version: '1.0.0+a~b' })).toBe('npm install @scope/x@1.0.0+a~b');
});

it('can put whose a package is behind its version', () => {
  const filled = (name: string) => fillCommand('get {stem}/{version}{owner} {name}', { name, version: '1', place: '' });
  expect(filled('x@ann/stable')).toBe('get x/1@ann/stable x@ann/stable');
  expect(filled('@scope/x')).toBe('get @scope/x/1 @scope/x');
  expect(filled('x')).toBe('get x/1 x');
});
