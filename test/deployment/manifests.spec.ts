import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { settingsFrom } from '../../src/platform/config/settings.js';

/*
 * What docker/ starts: settings that exist and fit together, nothing that runs as root, and waits that are long enough.
 */

const FOLDER = new URL('../../docker/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

interface Container {
  name: string;
  image: string;
  securityContext: object;
  resources: { limits: { memory: string } };
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Pod {
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  securityContext: { runAsNonRoot: boolean; seccompProfile: { type: string } };
  containers: Container[];
}
interface Manifest {
  kind: string;
  data: Record<string, string>;
  spec: {
    template: { spec: Pod };
    jobTemplate?: { spec: { template: { spec: Pod } } };
    minAvailable: number;
    minReplicas: number;
    strategy: { rollingUpdate: object };
  };
}

const manifests = readdirSync(new URL('k8s/', FOLDER))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(text(`k8s/${name}`)).map((document) => document.toJS() as Manifest));
const manifest = (kind: string): Manifest => manifests.find((one) => one.kind === kind)!;
const pods = manifests
  .filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind))
  .map(({ spec }) => (spec.jobTemplate?.spec ?? spec).template.spec);

const SECRETS = {
  DATABASE_URL: 'postgres://directory:word@db:5432/directory',
  AUTH_SIGNING_KEY: 'a key',
  S3_ACCESS_KEY_ID: 'directory',
  S3_SECRET_ACCESS_KEY: 'sesame',
  SMTP_URL: 'smtps://mail.example.org',
  DATA_KEY: Buffer.alloc(32, 'key').toString('base64'),
};
const surroundings = { now: 0, terminal: false };

interface Compose {
  services: Record<
    string,
    { image: string; environment: Record<string, string>; read_only?: boolean; cap_drop?: string[] }
  >;
}
const compose = parse(text('compose.yaml'), { merge: true }) as Compose;
const api = compose.services['api-1']!;

describe('The settings', () => {
  const known = Object.keys(
    JSON.parse(JSON.stringify(settingsFrom({}, surroundings))) as Record<string, unknown>,
  );

  it.each([
    ['compose.yaml', api.environment],
    ['k8s/settings.yaml', { ...manifest('ConfigMap').data, ...SECRETS }],
  ])('exist for %s, and fit together', (_name, given) => {
    const filled = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        name === 'DATA_KEY' ? SECRETS.DATA_KEY : value.replace(/\$\{[^}]*\}/g, 'word'),
      ]),
    );
    const settings = settingsFrom(filled, surroundings);
    expect(Object.keys(settings)).toEqual(known);
    expect([settings.trustProxy, settings.s3?.bucket, settings.demo]).toEqual([1, 'school-directory', false]);
    // The containers keep nothing, and notes of erasures have to be kept.
    expect([settings.tombstones, settings.dataKeys.length]).toEqual(['s3://school-directory-erasures', 1]);
    const unknown = Object.keys(given).filter((name) => !text('../docs/settings.md').includes(`\`${name}\``));
    expect(unknown).toEqual([]);
  });

  it('hold no secret: each is asked for', () => {
    for (const name of ['DATABASE_URL', 'AUTH_SIGNING_KEY', 'DATA_KEY', 'S3_SECRET_ACCESS_KEY'])
      expect(api.environment[name]).toContain(':?run docker/prepare.sh first}');
    expect(Object.keys(manifest('ConfigMap').data).filter((name) => name in SECRETS)).toEqual([]);
  });
});

describe('Every process of ours', () => {
  it('runs as nobody in particular, and can change nothing of itself', () => {
    expect(pods).toHaveLength(3);
    for (const { automountServiceAccountToken, securityContext, containers } of pods) {
      expect([automountServiceAccountToken, securityContext.runAsNonRoot]).toEqual([false, true]);
      expect(securityContext.seccompProfile.type).toBe('RuntimeDefault');
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources.limits.memory).toBeDefined();
      }
    }
    for (const name of ['api-1', 'api-2', 'backup', 'migrate', 'guard'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(text('Dockerfile').match(/^USER (.*)$/gm)).toEqual(['USER node']);
  });

  it('starts, gets its requests and ends by the addresses that are for it', () => {
    const [container] = manifest('Deployment').spec.template.spec.containers;
    expect(container!.startupProbe!.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container!.livenessProbe!.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container!.readinessProbe!.httpGet).toEqual({ path: '/readyz', port: 'http' });
  });

  it('gets time to finish what it does', () => {
    const pod = manifest('Deployment').spec.template.spec;
    const wait = pod.containers[0]!.lifecycle!.preStop.sleep.seconds;
    const grace = Number(manifest('ConfigMap').data.SHUTDOWN_GRACE_MS) / 1_000;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(wait + grace + 5);
  });

  it('leaves another one when it is taken away', () => {
    expect(manifest('Deployment').spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(manifest('HorizontalPodAutoscaler').spec.minReplicas).toBeGreaterThan(
      manifest('PodDisruptionBudget').spec.minAvailable,
    );
  });
});

it('Images of others are named by version', () => {
  const images = Object.values(compose.services).map(({ image }) => image);
  expect(images.filter((image) => image !== 'school-directory' && !/:.*\d/.test(image))).toEqual([]);
});

it('The image gets what it copies', () => {
  const allowed = text('../.dockerignore').split('\n');
  for (const name of ['src', 'migrations', 'fonts', 'public', 'scripts', 'docker/school-directory.sh'])
    expect(allowed).toContain(`!${name}`);
});

describe('The network', () => {
  it('lets the ingress in, and whoever collects metrics, and nobody else', () => {
    const { ingress } = manifest('NetworkPolicy').spec as unknown as {
      ingress: {
        ports: { port: string }[];
        from?: { namespaceSelector: { matchLabels: Record<string, string> } }[];
      }[];
    };
    const who = ingress.map(({ ports, from }) => [
      ports.map(({ port }) => port).join(),
      from?.flatMap(({ namespaceSelector }) => Object.values(namespaceSelector.matchLabels)).join(),
    ]);
    expect(who).toEqual([
      ['http', 'ingress-nginx'],
      ['metrics', 'monitoring'],
    ]);
  });

  it('takes files of 10 MB at an ingress that somebody serves', () => {
    const { metadata, spec } = manifest('Ingress') as unknown as {
      metadata: { annotations: Record<string, string> };
      spec: { ingressClassName: string };
    };
    const [, megabytes] = /^(\d+)m$/.exec(
      metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']!,
    )!;
    expect([spec.ingressClassName, Number(megabytes) > 10]).toEqual(['nginx', true]);
  });
});

describe('The database of compose.yaml', () => {
  const db = compose.services['db'] as unknown as { environment: Record<string, string>; volumes: string[] };

  it('serves a user who owns it and nothing else', () => {
    const script = text('database.sh');
    expect(db.volumes).toContain('./database.sh:/docker-entrypoint-initdb.d/directory.sh:ro');
    expect(script).toContain(`create role directory login nosuperuser nocreatedb nocreaterole noreplication`);
    expect(script).toContain(`create database directory owner directory encoding 'UTF8' template template0`);
    expect(api.environment['DATABASE_URL']).toContain('postgres://directory:${DATABASE_PASSWORD');
    expect(db.environment['POSTGRES_PASSWORD']).toContain('${DATABASE_ADMIN_PASSWORD');
  });
});

it('What containers print is bounded', () => {
  for (const [name, service] of Object.entries(compose.services))
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
      }),
    ]);
});
