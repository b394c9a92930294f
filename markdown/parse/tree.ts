/** Text, or an element written as `[tag, attributes or 0, ...children]`: `["p", 0, "Hello ", ["em", 0, "you"]]`. */
export type TreeNode = string | TreeElement;
export type TreeElement = [tag: string, attributes: TreeAttributes | 0, ...children: TreeNode[]];

/**
 * Attribute names are those of HTML. A tag with a capital first letter is a component: `Callout`, `CodeBlock`, `Picture`.
 * `markdown/html` turns elements and components into HTML.
 */
export type TreeAttributes = Record<string, string | number | boolean>;
