import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { metricsText } from '../support/processes/metrics.js';
import { startTestApp } from '../support/test-app.js';

interface Panel {
  id: number;
  title: string;
  type: string;
  datasource: { type: string; uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; datasource: { uid: string } }[];
}

const textOf = (name: string): string => readFileSync(fromProjectRoot(`docs/${name}`), 'utf8');
const dashboard = JSON.parse(textOf('observability/dashboard.json')) as {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: unknown }[] };
  panels: Panel[];
};
const { groups } = parse(textOf('observability/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Names as a query uses them, and what may follow the name of a histogram. */
const METRIC =
  /\b(?:backup|event|http|database|outbox|job|outside|authentication|rate|snapshot|nodejs|process)_[a-z0-9_]+\b/g;
const namesIn = (text: string): string[] =>
  [...text.matchAll(METRIC)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

let exposed: Map<string, string>;
beforeAll(async () => {
  const t = await startTestApp({ metricsPort: 9464 });
  const types = (await metricsText(t)).matchAll(/^# TYPE (\S+) (\S+)$/gm);
  exposed = new Map([...types].map(([, name, type]) => [name!, type!]));
  await t.close();
});

const unknownIn = (text: string): string[] => namesIn(text).filter((name) => !exposed.has(name));

describe('The dashboard', () => {
  it('fits an import: it has a name of its own, and asks for the data source', () => {
    expect(dashboard).toMatchObject({ uid: 'school-directory', title: 'School Directory' });
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(dashboard).not.toHaveProperty('id');
    expect(dashboard.templating.list[0]).toMatchObject({
      name: 'datasource',
      type: 'datasource',
      query: 'prometheus',
    });
  });

  it('shows panels that differ, do not overlap and ask the chosen source', () => {
    const taken = new Set<string>();
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { gridPos, datasource, targets, title } of dashboard.panels) {
      expect(title).not.toBe('');
      expect(targets.length).toBeGreaterThan(0);
      for (const { uid } of [datasource, ...targets.map((target) => target.datasource)])
        expect(uid).toBe('${datasource}');
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
    }
  });

  it.each(queries)('asks for what there is: %s', (query) => {
    expect(namesIn(query)).not.toEqual([]);
    expect(unknownIn(query)).toEqual([]);
  });

  it('shows every metric of our own', () => {
    const ours = [...exposed.keys()].filter((name) => !/^(nodejs|process)_/.test(name));
    expect(ours.filter((name) => !namesIn(queries.join('\n')).includes(name))).toEqual([]);
  });
});

describe('An alert', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))('asks for what there is: %s', (_, expr) => {
    expect(namesIn(expr)).not.toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
  });

  it('bears a name, a weight and words, and stands on the page', () => {
    const page = textOf('observability.md');
    for (const { alert, labels, annotations } of rules) {
      expect(labels).toMatchObject({ severity: expect.stringMatching(/^(page|ticket)$/) });
      expect(annotations.summary).not.toBe('');
      expect(page).toMatch(new RegExp(`^\\|[^|]*\\b${alert.replace('SchoolDirectory', '')}\\b`, 'm'));
    }
  });
});

it('the page describes every metric of our own, and no other', () => {
  const page = textOf('observability.md');
  const [, table] = /\| Metric +\|.*\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const described = [...(table ?? '').matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => namesIn(cell!));
  expect(described.filter((name) => !exposed.has(name))).toEqual([]);
  const ours = [...exposed.keys()].filter((name) => !/^(nodejs|process)_/.test(name));
  expect(ours.filter((name) => !described.includes(name))).toEqual([]);
});
