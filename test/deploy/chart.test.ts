import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, digestOf, EXAMPLES, RENDERED } from '../../release/chart-files.ts';
import { SETTING_NAMES } from '../../src/config/config.ts';
import type { Json } from '../support/http/http.ts';

/** Where the types of each kind of manifest are in kubernetes-types. */
const MODULES: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
};

/** The compiler of TypeScript checks them, see below. */
type Manifest = Json;

const readYaml = (file: string) => parse(readFileSync(file, 'utf8'));

function manifestsOf(example: string): readonly Manifest[] {
  return parseAllDocuments(readFileSync(`${RENDERED}/${example}`, 'utf8'))
    .map((document): Manifest => document.toJS())
    .filter((manifest) => manifest !== null);
}

const rendered = EXAMPLES.map((example) => [example, manifestsOf(example)] as const);
const kindOf = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
/** The templates of the pods of the gateways and of the migration. */
const podsOf = (manifests: readonly Manifest[]) =>
  [...kindOf(manifests, 'Deployment'), ...kindOf(manifests, 'Job')].map(({ spec }) => spec.template);
const includes = (labels: object, selector: object) =>
  Object.entries(selector).every(([name, value]) => (labels as Record<string, unknown>)[name] === value);

describe('the rendered manifests', () => {
  it.each(EXAMPLES)('%s has manifests of the present chart', (example) => {
    const [head] = readFileSync(`${RENDERED}/${example}`, 'utf8').split('\n');
    expect(head).toBe(`# Rendered by npm run chart:render; SHA-256 of its sources: ${digestOf(example)}`);
  });

  describe('the types of Kubernetes', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join('node_modules', '.manifests-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    function compile(manifests: readonly Manifest[]): string {
      const text = manifests.map(
        (manifest, index) =>
          `export const manifest${index}: import('kubernetes-types/${MODULES[manifest.kind]}').${manifest.kind} = ${JSON.stringify(manifest)};`,
      );
      writeFileSync(join(folder, 'manifests.ts'), text.join('\n'));
      const args = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--types',
        '',
      ];
      const program = 'node_modules/typescript/bin/tsc';
      const { stdout } = spawnSync(process.execPath, [program, ...args, join(folder, 'manifests.ts')], {
        encoding: 'utf8',
      });
      return stdout;
    }

    it('find no unknown field, no missing one, and none of another type', () => {
      const all = rendered.flatMap(([, manifests]) => manifests);
      expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(Object.keys(MODULES)));
      expect(compile(all)).toBe('');
    });

    it('refuse an unknown field, a missing one, and one of another type', () => {
      const [deployment] = kindOf(rendered[0]?.[1] ?? [], 'Deployment');
      const change = (edit: (spec: Manifest) => void) => {
        const copy = structuredClone(deployment);
        edit(copy.spec);
        return copy;
      };
      const errors = compile([
        change((spec) => (spec.template.spec.containers[0].readinessProb = {})),
        change((spec) => delete spec.selector),
        change((spec) => (spec.replicas = 'three')),
      ]);
      expect(errors.match(/error TS/g)).toHaveLength(3);
    });
  });

  describe.each(rendered)('%s', (_example, manifests) => {
    const [deployment] = kindOf(manifests, 'Deployment');
    const { template, selector } = deployment.spec;
    const [gateway] = template.spec.containers;

    it('select the pods of gateways, and those alone', () => {
      const [job] = kindOf(manifests, 'Job');
      const selectors = [
        selector.matchLabels,
        ...kindOf(manifests, 'Service').map(({ spec }) => spec.selector),
        ...kindOf(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
        ...kindOf(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
      ];
      expect(selectors.length).toBe(5);
      for (const each of selectors) {
        expect(includes(template.metadata.labels, each)).toBe(true);
        expect(includes(job.spec.template.metadata.labels, each)).toBe(false);
      }
    });

    it('name ports, services, accounts and volumes that exist', () => {
      const ports = gateway.ports.map(({ name }: Manifest) => name);
      const services = kindOf(manifests, 'Service');
      const probes = [gateway.startupProbe, gateway.livenessProbe, gateway.readinessProbe];
      const used = [
        ...services.flatMap(({ spec }) => spec.ports.map(({ targetPort }: Manifest) => targetPort)),
        ...probes.map(({ httpGet }) => httpGet.port),
        ...kindOf(manifests, 'NetworkPolicy').flatMap(({ spec }) =>
          spec.ingress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port)),
        ),
      ];
      expect(used.filter((port) => !ports.includes(port))).toEqual([]);
      expect(kindOf(manifests, 'ServiceAccount').map(({ metadata }) => metadata.name)).toEqual([
        template.spec.serviceAccountName,
      ]);
      for (const { spec } of kindOf(manifests, 'Ingress'))
        expect(services.map(({ metadata }) => metadata.name)).toContain(
          spec.rules[0].http.paths[0].backend.service.name,
        );
      for (const { spec } of kindOf(manifests, 'HorizontalPodAutoscaler'))
        expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: deployment.metadata.name });
      const volumes = template.spec.volumes.map(({ name }: Manifest) => name);
      expect(gateway.volumeMounts.map(({ name }: Manifest) => name)).toEqual(volumes);
    });

    it('asks the probes that the gateway has, and gives it time to end', () => {
      expect(gateway.livenessProbe.httpGet.path).toBe('/healthz');
      expect(gateway.readinessProbe.httpGet.path).toBe('/readyz');
      const [, pause] = gateway.lifecycle.preStop.exec.command;
      // The gateway ends after ten seconds at the latest.
      expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + 10);
    });

    it('give containers no rights, no root, and no file system that they can write', () => {
      const pods = podsOf(manifests);
      expect(pods).toHaveLength(2);
      for (const { spec } of pods) {
        expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const { securityContext } of spec.containers)
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });

    it('give gateways settings that exist, each once, and secrets by reference alone', () => {
      const names = gateway.env.map(({ name }: Manifest) => name);
      expect(names.filter((name: string) => !SETTING_NAMES.includes(name))).toEqual([]);
      expect(names).toEqual([...new Set(names)]);
      expect(kindOf(manifests, 'Secret')).toEqual([]);
      expect(gateway.envFrom).toEqual([{ secretRef: { name: 'giveaways' } }]);
    });

    it('migrates before new instances start, and lets them replace the others one by one', () => {
      const [job] = kindOf(manifests, 'Job');
      expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      expect(job.spec.template.spec.containers[0].command).toEqual(['giveaways', 'migrate', 'up']);
      expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    });
  });

  it('leave the number of instances to the autoscaler, and name an image by its digest', () => {
    const byExample = Object.fromEntries(rendered);
    const [few] = kindOf(byExample['least.yaml'] ?? [], 'Deployment');
    const [many] = kindOf(byExample['production.yaml'] ?? [], 'Deployment');
    expect(few.spec.replicas).toBe(3);
    expect(many.spec).not.toHaveProperty('replicas');
    expect(few.spec.template.spec.containers[0].image).toBe('registry.example.com/giveaways:0.0.0');
    expect(many.spec.template.spec.containers[0].image).toMatch(/giveaways@sha256:0{64}$/);
  });
});

it('gives the chart the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readYaml(`${CHART}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
});

describe('the values of the chart', () => {
  const isValid = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(
    JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')),
  );
  const defaults = readYaml(`${CHART}/values.yaml`);
  const least = readYaml('deploy/helm/examples/least.yaml');
  /** As Helm merges them. */
  const merge = (one: Manifest, other: Manifest): Manifest =>
    isObject(one) && isObject(other)
      ? Object.fromEntries(
          [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
            name,
            name in other ? merge(one[name], other[name]) : one[name],
          ]),
        )
      : other;
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

  it.each(EXAMPLES)('accept %s', (example) => {
    const isAccepted = isValid(merge(defaults, readYaml(`deploy/helm/examples/${example}`)));
    expect([isAccepted, isValid.errors]).toEqual([true, null]);
  });

  it('need an image, a secret and the address of the service', () => {
    expect(isValid(defaults)).toBe(false);
  });

  it.each([
    ['a value that is not there', { replica: 3 }],
    ['a setting that belongs to the pod', { settings: { PORT: '80' } }],
    ['a setting in small letters', { settings: { log_level: 'info' } }],
    ['an address that is none', { settings: { PUBLIC_URL: 'giveaways.example.com' } }],
    ['a digest that is none', { image: { digest: 'latest' } }],
    ['an ingress without a host', { ingress: { enabled: true } }],
    ['a budget that lets all instances end', { podDisruptionBudget: { maxUnavailable: 'all' } }],
  ])('refuse %s', (_what, change) => {
    expect(isValid(merge(merge(defaults, least), change))).toBe(false);
  });
});
