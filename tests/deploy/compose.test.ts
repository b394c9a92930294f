/** The compose files: known keys, existing settings, and volumes and ports that the image has. */
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readText } from '../harness/read-tree.ts';
import { findComposeFaults } from './find-compose-faults.ts';

const dockerfile = readText('Dockerfile');
const alone = 'compose.yml';
const withServers = 'deploy/compose.servers.yml';

describe.each([alone, withServers])('%s', (file) => {
  it('follows the rules', () =>
    expect(findComposeFaults(file, load(readText(file)), dockerfile)).toEqual([]));
});

it.each([
  [alone, 'build: .', 'build: ./server', 'site: There is no Dockerfile'],
  [alone, '127.0.0.1:3000', '3000', 'is not on loopback'],
  [alone, ':3000"', ':3001"', 'site: its port is not the image’s'],
  [alone, 'data:/data', 'data:/site/.data', 'site: /data is not kept'],
  [alone, 'data:/data', 'store:/data', 'There is no volume store'],
  [alone, './content:', './contents:', 'There is no volume ./contents'],
  [alone, 'stop_grace_period: 20s', 'stop_grace_period: 10s', 'site: is killed before it has closed'],
  [alone, 'restart:', 'restarts:', 'Unrecognized key: "restarts"'],
  [withServers, 'TRUST_PROXY:', 'TRUST_PROXIES:', 'site: TRUST_PROXIES is not a setting'],
  [withServers, 'http://files:7070', 'files:7070', 'STORAGE_S3_ENDPOINT must look like'],
  [withServers, 'postgres:18', 'postgres:latest', 'postgres: postgres:latest has no version'],
  [withServers, '      files:\n', '      file:\n', 'site: waits for file, which does not exist'],
  [withServers, '    healthcheck:\n', '    healthchecks:\n', 'Unrecognized key: "healthchecks"'],
  [withServers, '  database:\n', '  database:\n  more:\n', 'The volume more is not used'],
])('in %s "%s" changed to "%s" is a fault', (file, line, change, fault) => {
  const text = readText(file);
  expect(text).toContain(line);
  const faults = findComposeFaults(file, load(text.replace(line, change)), dockerfile);
  expect(faults).toContainEqual(expect.stringContaining(fault));
});
