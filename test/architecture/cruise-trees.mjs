// Applies the dependency rules to the folders of several trees, one after another, in one process: the classic compiler takes a second to
// load. Arguments: the file of the rules, then `[directory, ...folders]` for each tree, as JSON. Prints a JSON array of reports.
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const [rules, trees] = process.argv.slice(2);
const reports = [];
for (const [directory, ...folders] of JSON.parse(trees)) {
  process.chdir(directory);
  const { output } = await cruise(folders, { ...(await extractOptions(rules)), outputType: 'json' });
  reports.push(JSON.parse(output));
}
process.stdout.write(JSON.stringify(reports));
