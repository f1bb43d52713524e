import { expect, it } from 'vitest';
import { drawEdge } from './draw-edge.ts';
import { planGraph } from './plan-graph.ts';

const steps = [
  { id: 'build', needs: [] },
  { id: 'scan', needs: ['build'] },
  { id: 'sign', needs: ['build'] },
  { id: 'ask', needs: ['scan'] },
  { id: 'send', needs: ['ask', 'sign', 'build'] },
];

it('puts each step right of all that it needs, with a line from each of those', () => {
  const plan = planGraph(steps);
  expect(plan.steps.map(({ step, column }) => [step.id, column])).toEqual([
    ['build', 1],
    ['scan', 2],
    ['sign', 2],
    ['ask', 3],
    ['send', 4],
  ]);
  expect(plan.edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(['ask send', 'build scan', 'build send', 'build sign', 'scan ask', 'sign send']);
});

it('leads lines past columns through lanes of their own, where no card stands', () => {
  const { steps: placed, lanes, edges } = planGraph(steps);
  const cells = [...placed, ...lanes].map(({ column, row }) => `${column} ${row}`);
  expect(new Set(cells).size).toBe(cells.length);
  expect(edges.find(({ from, to }) => from === 'build' && to === 'send')?.lanes).toHaveLength(2);
  expect(edges.find(({ from, to }) => from === 'sign' && to === 'send')?.lanes).toHaveLength(1);
});

it('keeps lines apart where cards stand below each other', () => {
  const { edges } = planGraph(steps);
  const swerves = Object.fromEntries(edges.map(({ from, to, swerve }) => [`${from} ${to}`, swerve]));
  expect(swerves['build scan']).toBe(0);
  expect(new Set([swerves['build sign'], swerves['build send'], swerves['sign send']]).size).toBeGreaterThan(1);
  expect(Math.min(swerves['build send'] ?? 0, swerves['sign send'] ?? 0)).toBeGreaterThan(0);
});

it('shows what a document has so far: circles and steps that do not exist have no line', () => {
  const { steps: placed, edges } = planGraph([
    { id: 'one', needs: ['two'] },
    { id: 'two', needs: ['one'] },
    { id: 'three', needs: ['nowhere'] },
  ]);
  expect(placed).toHaveLength(3);
  expect(edges.length).toBeLessThanOrEqual(1);
});

it('draws across, down, around, and from the right where that is how people read', () => {
  const left = { left: 0, top: 0, width: 100, height: 40 };
  const right = { left: 140, top: 60, width: 100, height: 40 };
  const below = { left: 0, top: 200, width: 100, height: 40 };
  expect(drawEdge(left, right, [], 0, false).line).toBe('M100 20C117.5 20 117.5 80 135 80');
  expect(drawEdge(right, left, [], 0, true).line).toBe('M140 80C122.5 80 122.5 20 105 20');
  expect(drawEdge(left, below, [], 0, false).line).toBe('M20 40V195');
  expect(drawEdge(left, below, [], 1, false).line).toMatch(/^M0 20H-8Q-14 20 -14 26V214/);
});
