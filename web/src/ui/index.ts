// The accessible primitives of the interface, in one import.

export { Avatar, type Presence, PresenceDot } from "./avatar";
export { CountBadge, Tag } from "./badge";
export { Banner, Empty } from "./banner";
export { Button, IconButton } from "./button";
export { Dialog } from "./dialog";
export { Checkbox, Choices, Select, TextArea, TextField, Toggle } from "./field";
export { Icon, type IconName } from "./icon";
export { Keys } from "./keys";
export { Menu, MenuButton, type MenuItem } from "./menu";
export { Opener, Popover } from "./popover";
export { Skeleton } from "./skeleton";
export { Tabs } from "./tabs";
export { Toasts, toast } from "./toast";
export { tooltip } from "./tooltip";
