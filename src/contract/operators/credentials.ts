import { z } from 'zod';

/** Operators' credentials. */

export const passwordSchema = z.string().min(12).max(200);

export const totpSchema = z
  .string()
  .regex(/^[0-9]{6}$/)
  .max(6);

export const recoveryCodeSchema = z.string().min(12).max(20);
