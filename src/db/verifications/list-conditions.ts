import { firstIdAt, type IdKind } from '../../domain/id.ts';
import type { ListFilter } from '../../domain/repositories/list-repositories.ts';
import type { Page } from '../../domain/repositories/webhook-repositories.ts';

/**
 * Processes' clocks create ids, the database's clock creates times. They are assumed to differ by at most this, so that a list by time,
 * too, reads only the needed part of the index over ids.
 */
const clockSlackMs = 3_600_000;

/** Conditions of one statement with their values. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #all: string[] = [];

  /** Adds the value and returns its placeholder. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(condition: string): void {
    this.#all.push(condition);
  }

  get text(): string {
    return this.#all.join(' and ');
  }
}

/** Conditions shared by lists of people and attempts. The table is called `t`; newest first by id. */
export function conditionsOf(
  kind: Extract<IdKind, 'identity' | 'verification'>,
  clientId: string,
  page: Page,
  filter: ListFilter<string>,
): Conditions {
  const conditions = new Conditions();
  const { status, tag, createdAfter, createdBefore } = filter;
  conditions.add(`t.client_id = ${conditions.value(clientId)}`);
  if (page.before !== null) conditions.add(`t.id < ${conditions.value(page.before)}`);
  if (status !== undefined) conditions.add(`t.status = ${conditions.value(status)}`);
  if (tag !== undefined) {
    conditions.add(`t.id in (select subject_id from taggings where client_id = $1 and tag = ${conditions.value(tag)})`);
  }
  if (createdAfter !== undefined) {
    conditions.add(`t.created_at > ${conditions.value(createdAfter)}`);
    conditions.add(`t.id >= ${conditions.value(firstIdAt(kind, later(createdAfter, -clockSlackMs)))}`);
  }
  if (createdBefore !== undefined) {
    conditions.add(`t.created_at < ${conditions.value(createdBefore)}`);
    conditions.add(`t.id < ${conditions.value(firstIdAt(kind, later(createdBefore, clockSlackMs)))}`);
  }
  return conditions;
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
