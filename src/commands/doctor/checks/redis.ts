import { askRedisOnce } from '../../../adapters/redis/redis-connection.ts';
import { redisFaultOf, sentenceOf } from '../../explain/part-faults.ts';
import { answerWithinMs, type CheckContext } from '../check-context.ts';
import { CannotCheck, defineCheck, type DoctorCheck } from '../doctor-check.ts';

/** Share of `maxmemory`: with noeviction, a full Redis refuses work. */
const fullShare = 0.9;

async function factsOf({ redisFacts }: CheckContext): Promise<ReadonlyMap<string, string>> {
  return redisFacts().catch(() => {
    throw new CannotCheck('Redis does not answer');
  });
}

const answers = defineCheck({
  about: 'Redis',
  finds: {
    'redis.away': {
      severity: 'fault',
      next: 'Start Redis, and check REDIS_URL and, with sentinels, REDIS_SENTINELS, REDIS_SENTINEL_NAME and REDIS_SENTINEL_PASSWORD. Until then uploads and submits wait in the database.',
    },
  },
  async run({ redisFacts, container }) {
    try {
      await redisFacts();
      return [];
    } catch (error) {
      return [{ code: 'redis.away', says: sentenceOf(redisFaultOf(error, container.config.redis)) }];
    }
  },
});

const password = defineCheck({
  about: 'the password of Redis',
  finds: {
    'redis.open': {
      severity: 'risk',
      next: 'Set `requirepass` in Redis and put the password into REDIS_URL: redis://:PASSWORD@host:6379.',
    },
  },
  async run(context) {
    await factsOf(context);
    const { url, sentinel } = context.container.config.redis;
    const address = new URL(url);
    address.username = '';
    address.password = '';
    const open = await askRedisOnce({ url: address.href, sentinel }, (redis) => redis.ping(), answerWithinMs).then(
      () => true,
      () => false,
    );
    return open ? [{ code: 'redis.open', says: 'Redis answers callers without a password.' }] : [];
  },
});

const eviction = defineCheck({
  about: 'what Redis forgets',
  finds: {
    'redis.evicts': { severity: 'risk', next: 'Set `maxmemory-policy noeviction` in Redis.' },
    'redis.full': { severity: 'risk', next: 'Raise `maxmemory` of Redis, or start more workers.' },
  },
  async run(context) {
    const facts = await factsOf(context);
    const policy = facts.get('maxmemory_policy');
    if (policy === undefined) throw new CannotCheck('this Redis does not name its policy');
    const [used, most] = [Number(facts.get('used_memory')), Number(facts.get('maxmemory'))];
    return [
      ...(policy === 'noeviction'
        ? []
        : [{ code: 'redis.evicts' as const, says: `Redis removes queued work when it is full (${policy}).` }]),
      ...(most > 0 && used > most * fullShare
        ? [{ code: 'redis.full' as const, says: `Redis uses ${Math.round((used / most) * 100)} % of its memory.` }]
        : []),
    ];
  },
});

export const redisChecks: readonly DoctorCheck[] = [answers, password, eviction];
