/** Every entry of the audit log as a table, in its order: linked into the chain or waiting for it. */
export const auditLines = `(
  select client_id, actor, action, subject_id, sequence::bigint as sequence from audit_entries
  union all
  select client_id, actor, action, subject_id, id + 1099511627776 from audit_notes) as audit_lines`;
