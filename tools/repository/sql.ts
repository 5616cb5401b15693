import { findAll, type Finding, isProductCode, type SourceFile } from './files.ts'

/** A query builder's verb, the sql tag, or a statement in a string. */
const query =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`\n]*>)?`|['"`]\s*(select\s.*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+table|alter\s+table)\b/gi

/** Files of the API that may contain SQL. */
const sqlFiles = /\.store\.ts$|^apps\/api\/src\/database\//

/** SQL outside the stores of the slices, the migrations and the database folder. */
export function strayedSql(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => path.startsWith('apps/api/') && isProductCode(path) && !sqlFiles.test(path))
    .flatMap((file) => findAll(file, query, () => 'SQL belongs in a *.store.ts, a migration or database/ only.'))
}

/** A whole statement as text: `statement<…>` or a tagged one. */
const wholeStatement = /\bstatement<|\.execute\(queries\)/g

const reasons = 'docs/performance.md'

/** Files with statements as text whose reason {@link reasons} does not name. */
export function unexplainedSql(files: readonly SourceFile[]): Finding[] {
  const explained = files.find(({ path }) => path === reasons)?.text ?? ''
  return files
    .filter(({ path }) => path.startsWith('apps/api/src/') && isProductCode(path))
    .filter(({ path }) => !explained.includes(`\`${path.split('/').slice(-2).join('/')}\``))
    .flatMap((file) => findAll(file, wholeStatement, () => `${reasons} does not say what SQL as text brings here.`))
}
