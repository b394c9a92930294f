/** A view's column and its source column, both by number. */
export interface ViewColumn {
  number: number;
  sourceId: string;
  sourceNumber: number;
}

/**
 * Reads the target list of a view's parse tree, such as `({QUERY … :targetList ({TARGETENTRY :expr {VAR …} :resno 1 … :resorigtbl 16384
 * :resorigcol 2 …} …) …})`. Computed columns have 0 as their source and are left out.
 */
export function readViewColumns(tree: string): ViewColumn[] {
  const columns: ViewColumn[] = [];
  let depth = 0;
  let isInList = false;
  let fields = new Map<string, string>();
  for (let at = 0; at < tree.length; at += 1) {
    const character = tree[at];
    // In a name, special characters are escaped with a backslash.
    if (character === '\\') at += 1;
    else if (character === '{') {
      depth += 1;
      if (depth === 2) fields = new Map();
    } else if (character === '}') {
      if (depth === 2 && isInList) addColumn(columns, fields);
      depth -= 1;
    } else if (character === ':' && tree[at - 1] === ' ' && depth > 0 && depth <= 2) {
      const end = tree.indexOf(' ', at);
      const name = tree.slice(at + 1, end);
      if (depth === 1) isInList = name === 'targetList';
      else if (isInList) fields.set(name, /^\d*/.exec(tree.slice(end + 1, end + 12))?.[0] ?? '');
      at = end - 1;
    }
  }
  return columns;
}

function addColumn(columns: ViewColumn[], fields: Map<string, string>): void {
  const number = Number(fields.get('resno'));
  const sourceId = fields.get('resorigtbl') ?? '0';
  const sourceNumber = Number(fields.get('resorigcol'));
  if (sourceId !== '0' && number > 0 && sourceNumber > 0) columns.push({ number, sourceId, sourceNumber });
}
