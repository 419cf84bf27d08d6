import { z } from 'zod';
import { named } from '../steps/named-schema.ts';

const cidrV4 = z.cidrv4().max(18);
const cidrV6 = z.cidrv6().max(49);

export const cidrSchema = named(
  'Cidr',
  z
    .string()
    .max(49)
    .refine((text) => cidrV4.safeParse(text).success || cidrV6.safeParse(text).success, {
      error: 'must be a network such as 203.0.113.0/24 or 2001:db8::/32',
      params: { code: 'cidr.not_valid' },
    }),
  { description: 'A network, IPv4 or IPv6, in CIDR notation.', example: '203.0.113.0/24' },
);
