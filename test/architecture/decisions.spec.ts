import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { textOf } from './source-files.js';

/*
 * Every note in docs/decisions says under its title whether it still holds, and docs/decisions/README.md lists it with that
 * status: a reader who finds a note by a search learns at once whether to follow it.
 */

const FOLDER = 'docs/decisions';
const NOTES = readdirSync(fromProjectRoot(FOLDER)).filter((name) => name !== 'README.md');
const LINK = String.raw`\[[^\]]+\]\(([^)]+)\)`;
const STATUS = new RegExp(
  String.raw`^(?:accepted|superseded by ${LINK}|accepted, changed by ${LINK}(?:, ${LINK})*)$`,
);

const headOf = (note: string): { title: string; status: string } => {
  const [title = '', , status = ''] = textOf(`${FOLDER}/${note}`).split('\n');
  return { title: title.replace(/^# /, ''), status: status.replace(/^Status: /, '') };
};
const linksIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(LINK, 'g'))].map(([, file]) => file!);

describe('A decision', () => {
  it.each(NOTES)('%s has a dated name, and a status under its title', (note) => {
    expect(note).toMatch(/^\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);
    expect(headOf(note).status).toMatch(STATUS);
  });

  it.each(NOTES)('%s names successors that exist and are not older', (note) => {
    const successors = linksIn(headOf(note).status);
    expect(
      successors.filter((file) => !NOTES.includes(file) || file.slice(0, 10) < note.slice(0, 10)),
    ).toEqual([]);
  });

  it('appears once in the list, with its title, its date and its status', () => {
    const rows = textOf(`${FOLDER}/README.md`).matchAll(/^\| \[(.+?)\]\((\S+?)\) +\| (\S+) +\| (.+?) +\|$/gm);
    const listed = [...rows].map(([, title, file, date, status]) => ({ file, title, date, status }));
    const written = NOTES.map((file) => ({ file, ...headOf(file), date: file.slice(0, 10) }));
    expect(listed.sort(byFile)).toEqual(written.sort(byFile));
  });
});

const byFile = (one: { file?: string }, other: { file?: string }): number =>
  (one.file ?? '') < (other.file ?? '') ? -1 : 1;
