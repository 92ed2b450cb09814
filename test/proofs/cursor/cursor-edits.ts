import { answeredEdits } from './answered-edits.js';
import { editTools, type Editing, type NamedEdit } from './edit-tools.js';
import { familyEdits } from './family-edits.js';
import { importEdits } from './import-edits.js';
import { officeEdits } from './office-edits.js';
import { operatorEdits } from './operator-edits.js';
import { peopleEdits } from './people-edits.js';
import { publishedEdits } from './published-edits.js';

/** Edits by their names, each as often as its number says. */
export function editsOf(editing: Editing): NamedEdit[] {
  const tools = editTools(editing);
  return [
    ...publishedEdits(tools),
    ...answeredEdits(tools),
    ...peopleEdits(tools),
    ...familyEdits(tools),
    ...officeEdits(tools),
    ...importEdits(tools),
    ...operatorEdits(tools),
  ];
}
