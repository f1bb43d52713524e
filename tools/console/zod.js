export * as z from './zod-parts.js';
