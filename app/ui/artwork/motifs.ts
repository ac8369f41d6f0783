export const motifs = ['animals', 'birds', 'waterside', 'legends', 'fruit', 'jewels', '777', 'feasts'] as const

export type Motif = (typeof motifs)[number]
