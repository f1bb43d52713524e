/** Third entry of the kit: forms, with the controls that are worth a library. */
export { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
export { FormGroup } from './form-group.tsx';
export { FormDrawer, FormPage } from './form-page.tsx';
export { rulesFor, sameAs } from './form-rules.ts';
export { KitProvider } from './kit-provider.tsx';
