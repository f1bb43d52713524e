import { enter, expect, test } from './console-test.ts';

test('DEMO-002 DEMO-009 without their switches there is no way to the demo and the template', async ({ page, baseURL }) => {
  await enter(page);
  await page.goto('/ui/overview');
  await expect(page.getByRole('link', { name: 'Demo' })).toHaveCount(0);
  for (const path of ['/demo', '/demo/tree', '/template']) {
    await page.goto(`/ui${path}`);
    await expect(page).toHaveURL(`${baseURL}/ui/admin/mission_control/topology`);
    await expect(page.locator('.ph-toast')).toHaveCount(0);
  }
});
